/** Whether an Accept-Encoding header allows an encoding by its name. */
export function acceptsEncoding(accepted: string, name: string): boolean {
  return accepted
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .some((part) => part.trim().split(';')[0]?.trim() === name)
}
