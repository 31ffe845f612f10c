import { bundle, programs } from './build.mjs'

/** Makes the programs that tests start once for the whole run: compiling one at each start costs more than the start. */
export default function setup() {
  return bundle({ ...programs, 'postgres-process': 'server/testing/postgres-process.ts' }, '.cache/programs')
}
