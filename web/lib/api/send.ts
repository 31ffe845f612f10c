import { type Call, pathOf, queryOf, type Reply, type Request } from '#contract/endpoint.ts'
import { inLanguage } from '#contract/language/languages.ts'
import { compareClock } from '#web/lib/clock.ts'
import { ApiError, refusalOf } from './api-error.ts'

export interface SendOptions {
  /** Ends the call, for instance a loader's `request.signal`. */
  signal?: AbortSignal
  /** For calls with a file: called with the share of the body that has been sent, from 0 to 1. */
  onProgress?: (sent: number) => void
  /** Headers in addition to those of every call. */
  headers?: Record<string, string>
}

export type CallArguments<E extends Call> =
  object extends Request<E>
    ? [request?: Request<E>, options?: SendOptions]
    : [request: Request<E>, options?: SendOptions]

/** The parts that any call may have. */
export interface Parts {
  params?: object
  query?: object
  body?: unknown
  file?: File
}

export interface Answer<E extends Call> {
  reply: Reply<E>
  headers: Headers
}

/** How long a call waits for its answer, or an upload or download for progress. */
export const timeoutMs = 30_000

/** Makes one call, without a second attempt. Throws ApiError if the server refuses or does not answer in time. An
 *  answer that does not match the contract, such as a hotel network's login page, counts as no answer. */
export async function send<E extends Call>(
  endpoint: E,
  parts: Parts,
  token: string | null,
  { signal, onProgress, headers: more = {} }: SendOptions = {},
): Promise<Answer<E>> {
  signal?.throwIfAborted()
  const { body, headers } = encode(endpoint, parts)
  for (const [name, value] of Object.entries(more)) headers.set(name, value)
  headers.set('accept', 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const url = inLanguage(pathOf(endpoint, { ...parts.params }) + queryOf({ ...parts.query }))
  // A long list of ids in the page's address would double the headers, which the server limits.
  const init: RequestInit = { method: endpoint.method, headers, body, credentials: 'omit', referrerPolicy: 'origin' }

  const sentAt = Date.now()
  const timeout = startTimeout(signal)
  const handleProgress = (sent: number) => {
    timeout.renew()
    onProgress?.(sent)
  }
  try {
    const response = parts.file
      ? await fetchWithProgress(url, init, handleProgress, timeout.signal)
      : await fetch(url, { ...init, signal: timeout.signal })
    compareClock(response.headers, sentAt)
    const answer = await answerOf(response, timeout.renew)
    // The signal may have cut off the body, which then reads as empty.
    if (signal?.aborted) throw signal.reason
    if (!response.ok) throw refusalOf(response.status, answer)
    if (!isReply(endpoint, response.status, answer)) throw new ApiError('no_answer')
    return { reply: answer as Reply<E>, headers: response.headers }
  } catch (error) {
    // A call that was aborted on purpose needs no message.
    if (signal?.aborted || error instanceof ApiError) throw error
    throw new ApiError('no_answer')
  } finally {
    timeout.end()
  }
}

/** A signal that aborts with `given`, or `timeoutMs` after the start or the last `renew`. */
function startTimeout(given: AbortSignal | undefined) {
  const controller = new AbortController()
  const giveUp = () => controller.abort(given?.reason)
  let timer = setTimeout(giveUp, timeoutMs)
  given?.addEventListener('abort', giveUp)
  return {
    signal: controller.signal,
    renew: () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, timeoutMs)
    },
    end: () => {
      clearTimeout(timer)
      given?.removeEventListener('abort', giveUp)
    },
  }
}

/** Whether the answer has a body, or is empty if the call expects that. */
function isReply({ config }: Call, status: number, answer: unknown): boolean {
  return status === 204 ? config.empty === true : answer !== undefined
}

/** `fetch` with the progress of the upload, from 0 to 1, which fetch itself cannot report. */
function fetchWithProgress(
  url: string,
  { method = 'GET', headers, body }: RequestInit,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    signal.addEventListener('abort', () => request.abort())
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total)
    }
    request.onerror = request.onabort = () => reject(new TypeError('Failed to fetch'))
    request.onload = () => {
      const empty = request.status === 204 || request.responseText === ''
      resolve(new Response(empty ? null : request.responseText, { status: request.status }))
    }
    request.send(body as XMLHttpRequestBodyInit | null)
  })
}

/** The answer's body; undefined if it is empty, cut off, or a proxy's page. */
async function answerOf(response: Response, onBytes: () => void): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('text/csv')) return response.text()
  if (type === 'application/zip' || type === 'image/webp') return readFile(response, onBytes).catch(() => undefined)
  return response.json().catch(() => undefined)
}

/** Downloads are slow on weak networks, so every byte that arrives renews the timeout. */
function readFile(response: Response, onBytes: () => void): Promise<Blob> {
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, stream) {
      onBytes()
      stream.enqueue(bytes)
    },
  })
  return new Response(response.body?.pipeThrough(counted) ?? null, { headers: response.headers }).blob()
}

function encode(endpoint: Call, { body, file }: Parts): { body: BodyInit | null; headers: Headers } {
  const headers = new Headers()
  if (body === undefined && file === undefined) return { body: null, headers }
  const fields = Object.entries({ ...(body as object) }).filter(([, value]) => value !== undefined && value !== null)
  const texts = fields.map(([key, value]): [string, string] => [
    key,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])

  if (endpoint.config.send === 'urlencoded') return { body: new URLSearchParams(texts), headers }
  if (endpoint.config.send === 'multipart') {
    const form = new FormData()
    for (const [key, value] of texts) form.append(key, value)
    if (file) form.append(endpoint.config.file ?? 'file', file)
    return { body: form, headers }
  }
  headers.set('content-type', 'application/json')
  return { body: JSON.stringify(body), headers }
}
