/** `fetch` that tells how much of the body has left, from 0 to 1; fetch itself cannot. */
export function fetchWithProgress(
  url: string,
  { method = 'GET', headers, body }: RequestInit,
  onProgress: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
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
