// Every script imports this first, so that an old Node gives one clear sentence.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Ruam needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
