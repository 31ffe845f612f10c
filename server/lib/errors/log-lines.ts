/** The log's settings for Fastify: lines of JSON on standard output, in which nothing about people stands. */
export function logTo<Level extends string>(level: Level) {
  return {
    level,
    serializers: { err: toldError },
    stream: { write: (line: string) => void process.stdout.write(withoutAddresses(line)) },
  }
}

type ToldError = {
  type: string
  message: string
  stack: string
  code: string | undefined
  constraint: string | undefined
  table: string | undefined
  cause?: ToldError
}

/** An error as it is logged: what went wrong and where, but not the row or the value that PostgreSQL adds. */
function toldError(error: Error): ToldError {
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  const message = 'severity' in error ? error.message.replace(/"[^"]*"$/, '"..."') : error.message
  const stack = error.stack?.replace(error.message, () => message)
  const cause = error.cause instanceof Error ? { cause: toldError(error.cause) } : {}
  return { type: error.constructor.name, message, stack: stack ?? '', code, constraint, table, ...cause }
}

/** Mail servers repeat the address that they refuse. A line break in JSON is two characters, and no part of an address. */
function withoutAddresses(line: string): string {
  return line.replace(/(\\[nrt])?[^\s"'<>()[\],;:\\/]+@[^\s"'<>()[\],;:\\/]+\.\w+/g, '$1(an address)')
}
