import { runCommand } from './commands.ts'

const { code, text } = await runCommand(process.argv.slice(2), process.env)
if (code === 0) console.info(text)
else console.error(text)
process.exitCode = code
