import { expect, test } from 'vitest'
import { withPlainImports } from './browser-contract.ts'

const isPlain = (from: string, name: string) => from === '#contract/likes.ts' && name !== 'Like'

test.each([
  ["import { like } from '#contract/likes.ts'", "import { like } from '#contract/likes.ts?plain'"],
  [
    "import { like as press, type Liked } from '#contract/likes.ts'",
    "import { like as press } from '#contract/likes.ts?plain'",
  ],
  [
    "import {\n  Like,\n  like,\n} from '#contract/likes.ts'",
    "import { like } from '#contract/likes.ts?plain';import { Like } from '#contract/likes.ts'",
  ],
  ["import { type Liked } from '#contract/likes.ts'", ''],
  ["import { User } from '#contract/users.ts'", "import { User } from '#contract/users.ts'"],
  ["import { like } from './likes.ts'", "import { like } from './likes.ts'"],
])('what needs no schemas comes from the half without them: %s', (code, taken) => {
  expect(withPlainImports(code, isPlain)).toBe(taken)
})
