/** Fastify's log settings: JSON lines on standard output, without personal data. */
export function logTo<Level extends string>(level: Level) {
  return {
    level,
    serializers: { err: loggedError },
    stream: { write: (line: string) => void process.stdout.write(withoutAddresses(line)) },
  }
}

type LoggedError = {
  type: string
  message: string
  stack: string
  code: string | undefined
  constraint: string | undefined
  table: string | undefined
  cause?: LoggedError
}

/** An error for the log: what went wrong and where, without the row or value that PostgreSQL adds. */
function loggedError(error: Error): LoggedError {
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string }
  const message = 'severity' in error ? error.message.replace(/"[^"]*"$/, '"..."') : error.message
  const stack = error.stack?.replace(error.message, () => message)
  const cause = error.cause instanceof Error ? { cause: loggedError(error.cause) } : {}
  return { type: error.constructor.name, message, stack: stack ?? '', code, constraint, table, ...cause }
}

/** Mail servers repeat the address that they refuse. A line break is escaped in JSON, so the pattern must not take its `n` as
 *  part of an address. */
function withoutAddresses(line: string): string {
  return line.replace(/(\\[nrt])?[^\s"'<>()[\],;:\\/]+@[^\s"'<>()[\],;:\\/]+\.\w+/g, '$1(an address)')
}
