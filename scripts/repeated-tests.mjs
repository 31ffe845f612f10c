/** A Vitest reporter that lists flaky tests at the end. Vitest's own reporter omits quick ones. */
export default class RepeatedTests {
  #names = []

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
  }

  onTestRunEnd() {
    for (const name of this.#names) console.info(`Held only when it was repeated: ${name}`)
  }
}
