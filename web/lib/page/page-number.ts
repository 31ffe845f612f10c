import { readNumber } from '#contract/numbers.ts'

/** The highest page number: more than anybody needs, and no more rows than the server skips. */
const most = 100_000

/** The page of a list that ?page= names, counted from 1; 1 where the value makes no sense. */
export function readPage(params: URLSearchParams): number {
  const page = readNumber(params.get('page') ?? '') ?? 1
  return Number.isInteger(page) && page >= 1 ? Math.min(page, most) : 1
}
