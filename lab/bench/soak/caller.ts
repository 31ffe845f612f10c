import { Agent, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Member } from './stage.ts'

export interface Answer {
  status: number
  /** What the body says, where it is JSON. */
  body: unknown
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  member?: Member
  /** Sent as JSON, or as a form with files. */
  body?: object
}

/** Asks one server over connections that are kept, until `end`. */
export interface Caller {
  ask(call: Call): Promise<Answer>
  /** Hears a stream for some milliseconds, and leaves. */
  follow(url: string, member: Member, milliseconds: number): Promise<Answer>
  end(): void
}

export function openCaller(port: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })

  async function begin({ method, url, member, body }: Call): Promise<IncomingMessage> {
    const form = body instanceof FormData ? new Response(body) : null
    const content = form ? Buffer.from(await form.arrayBuffer()) : body && Buffer.from(JSON.stringify(body))
    const type = form?.headers.get('content-type') ?? 'application/json'
    const headers = {
      'accept-encoding': 'gzip',
      ...(member && { authorization: `Bearer ${member.token()}` }),
      ...(content && { 'content-type': type, 'content-length': content.length }),
    }
    return new Promise((resolve, reject) => {
      request({ agent, host: '127.0.0.1', port, method, path: url, headers }, resolve).on('error', reject).end(content)
    })
  }

  return {
    async ask(call) {
      const answer = await begin(call)
      const isJson = answer.headers['content-type']?.startsWith('application/json')
      if (isJson && answer.headers['content-encoding'] === undefined) {
        return { status: answer.statusCode ?? 0, body: await json(answer) }
      }
      for await (const _ of answer);
      return { status: answer.statusCode ?? 0, body: null }
    },
    async follow(url, member, milliseconds) {
      const stream = await begin({ method: 'GET', url, member })
      if (stream.statusCode !== 200)
        return { status: stream.statusCode ?? 0, body: await json(stream).catch(() => null) }
      const leave = setTimeout(() => stream.destroy(), milliseconds)
      try {
        for await (const _ of stream);
      } catch {
        // It is cut off where it is left.
      }
      clearTimeout(leave)
      return { status: stream.statusCode ?? 0, body: null }
    },
    end: () => agent.destroy(),
  }
}
