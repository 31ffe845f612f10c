import { readNumber } from '#contract/numbers.ts'

/** Further than anybody turns pages, and no further than the server passes over rows. */
const most = 100_000

/** Which page of a list an address asks for in ?page=, counted from 1; 1 where that makes no sense. */
export function readPage(params: URLSearchParams): number {
  const page = readNumber(params.get('page') ?? '') ?? 1
  return Number.isInteger(page) && page >= 1 ? Math.min(page, most) : 1
}
