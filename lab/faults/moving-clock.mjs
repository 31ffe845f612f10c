/** Loaded before the server: its clock goes a day ahead at the first SIGUSR2, two days back at the second, and right at the third. */
const Real = Date
const day = 24 * 3_600_000
const shifts = [day, -day, 0]
let shift = 0
let moves = 0

globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + shift)
    else super(...given)
  }
  static now() {
    return Real.now() + shift
  }
}

process.on('SIGUSR2', () => {
  shift = shifts[moves++ % shifts.length]
})
