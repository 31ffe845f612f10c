// Imported first by every script, so that an old Node gives one sentence instead of a riddle.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Ruam needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
  process.exit(1)
}
