import path from 'node:path'
import { expect, test } from 'vitest'
import { singleIcons } from './single-icons.ts'

const transform = singleIcons(path.join(import.meta.dirname, '..', '..')).transform as (
  code: string,
) => { code: string } | null

test('each icon comes from its own module, under the name that the page gives it', () => {
  const { code } = transform("import { MenuIcon, type LucideIcon, X as Close } from 'lucide-react'") ?? { code: '' }

  expect(code).toMatch(/^import MenuIcon from '.*\/icons\/menu\.mjs';import Close from '.*\/icons\/x\.mjs'$/)
})

test('an icon that does not exist fails the build', () => {
  expect(() => transform("import { NoSuchIcon } from 'lucide-react'")).toThrow('lucide-react has no icon NoSuchIcon.')
})

test('other code stays as it is', () => {
  expect(transform("import { useState } from 'react'")).toBe(null)
})
