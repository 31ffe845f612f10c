/** A reporter of Vitest that names at the end what held only when it was repeated. Vitest's own keeps quiet about quick ones. */
export default class RepeatedTests {
  #names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    for (const name of this.#names) console.info(`Held only when it was repeated: ${name}`)
  }
}
