import { dirname } from 'node:path/posix'

/** The words allowed between a file's subject and its extension, as in `tickets.service.ts`. A test is named by its subject,
 *  and its kind if it is one of CONTRIBUTING.md. */
const roles = ['mails', 'repository', 'routes', 'rules', 'service', 'sql']
const endings = ['test', 'pure.test', 'long.test', 'program.test', 'spec', 'd']
const mostFiles = 20

/** One sentence for each file with an unknown role, and for each folder with too many files. */
export function fileProblems(files) {
  const problems = []
  for (const file of files.filter((name) => /^(contract|server|web|e2e)\/.*\.tsx?$/.test(name))) {
    const [, ...between] = file
      .slice(file.lastIndexOf('/') + 1)
      .replace(/\.tsx?$/, '')
      .split('.')
    const own = file.startsWith('server/') ? roles : file.startsWith('contract/') ? ['schemas'] : ['client', 'server']
    const allowed = [...own, ...endings]
    if (between.length > 0 && !allowed.includes(between.join('.'))) {
      problems.push(
        `${file}: '${between.join('.')}' is no role; name it <subject>.<${roles.join('|')}>.ts or <subject>.ts.`,
      )
    }
  }
  for (const [folder, count] of counted(files.map((file) => dirname(file)))) {
    if (count > mostFiles) problems.push(`${folder} holds ${count} files; make folders named by their subject.`)
  }
  return problems
}

/**
 * One sentence for each circle between folders. A folder represents its own files and, for its neighbours, everything below
 * it. Exempt are tests, which may import anything, and files directly in contract/, which are imported by its folders and
 * import them.
 */
export function folderCircles(imports) {
  const edges = new Map()
  for (const [from, targets] of imports) {
    if (!isProduct(from)) continue
    for (const to of targets.filter(isProduct)) {
      for (const [one, other] of crossed(from, to)) {
        if (!edges.has(one)) edges.set(one, new Map())
        if (!edges.get(one).has(other)) edges.get(one).set(other, `${from} imports ${to}`)
      }
    }
  }
  return [...edges.keys()].flatMap((start) => circleFrom(start, edges))
}

const isProduct = (file) =>
  /^(server|web|contract\/[^/]+)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|^server\/testing\//.test(file)

/** The folders of two files, and the neighbouring folders that contain them. */
function crossed(from, to) {
  const [one, other] = [dirname(from), dirname(to)]
  if (one === other) return []
  const [left, right] = [one.split('/'), other.split('/')]
  let shared = 0
  while (left[shared] === right[shared]) shared++
  const neighbours = [left, right].map((parts) => `${parts.slice(0, shared + 1).join('/')}/`)
  const areNeighbours = shared < left.length && shared < right.length
  return areNeighbours ? [[one, other], neighbours] : [[one, other]]
}

/** The shortest circle through `start`, reported only once: from its first folder in alphabetical order. */
function circleFrom(start, edges) {
  const ways = [[start]]
  const seen = new Set()
  for (const way of ways) {
    for (const next of edges.get(way.at(-1))?.keys() ?? []) {
      if (next === start) return way.every((folder) => folder >= start) ? [describeCircle([...way, start], edges)] : []
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  }
  return []
}

function describeCircle(circle, edges) {
  const steps = circle.slice(1).map((folder, at) => `  ${edges.get(circle[at]).get(folder)}`)
  return `Folders in a circle: ${circle.join(' -> ')}. Move what both need below them.\n${steps.join('\n')}`
}

function counted(values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
