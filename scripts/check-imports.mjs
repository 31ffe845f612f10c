import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { cruise, format } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { fileProblems, folderCircles } from './folders.mjs'
import { root } from './run.mjs'

/**
 * Checks imports between files and folders, and file names. Also fails if no module was read, because with an unsuitable parser
 * the library reports "no violations". An argument names another folder to check.
 */
process.chdir(process.argv[2] ?? root)
const { options, ...ruleSet } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const folders = ['contract', 'server', 'web', 'e2e', 'lab', 'scripts'].filter((folder) => existsSync(folder))
const cruised = await cruise(folders, { ...options, ruleSet, validate: true }, undefined, {
  tsConfig: extractTSConfig(options.tsConfig.fileName),
})
// The long report includes each rule's message, which says where the code should go.
const { output } = await format(cruised.output, { outputType: 'err-long' })
process.stdout.write(output)

const imports = new Map(
  cruised.output.modules.map(({ source, dependencies }) => [source, dependencies.map((one) => one.resolved)]),
)
const own = [...imports.keys()].filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)))
const problems = [...fileProblems(own), ...folderCircles(imports)]
if (own.length === 0) problems.push('No module was read, so nothing was checked.')
for (const problem of problems) console.error(problem)
process.exit(cruised.output.summary.error > 0 || problems.length > 0 ? 1 : 0)
