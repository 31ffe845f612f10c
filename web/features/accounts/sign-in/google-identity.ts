/** The part of Google's sign-in library that is used here:
 *  https://developers.google.com/identity/gsi/web/reference/js-reference */
interface GoogleIdentity {
  initialize(options: {
    client_id: string
    callback: (answer: { credential?: string }) => void
    context: 'signin'
    itp_support: boolean
    use_fedcm_for_prompt: boolean
  }): void
  renderButton(place: HTMLElement, look: Record<string, string | number>): void
  prompt(): void
  cancel(): void
}

declare global {
  interface Window {
    google?: { accounts: { id: GoogleIdentity } }
  }
}

const source = 'https://accounts.google.com/gsi/client'

const look = { theme: 'outline', size: 'large', shape: 'pill', text: 'continue_with', logo_alignment: 'center' }

let library: Promise<GoogleIdentity> | null = null
let listener: ((credential: string | undefined) => void) | null = null

/** Renders Google's button into `place` and offers one-tap, until `end` aborts. `onAnswer` gets the ID token, or
 *  undefined if Google issues none. Throws if the library cannot be loaded. */
export async function offerGoogle(
  clientId: string,
  place: HTMLElement,
  onAnswer: (credential: string | undefined) => void,
  end: AbortSignal,
): Promise<void> {
  const google = await load(clientId)
  if (end.aborted) return
  listener = onAnswer
  // Google draws no button wider than 400 pixels.
  google.renderButton(place, { ...look, width: Math.min(400, place.clientWidth) })
  google.prompt()
  end.addEventListener('abort', () => {
    if (listener === onAnswer) listener = null
    google.cancel()
    place.replaceChildren()
  })
}

/** The library is loaded and given our client id only once, however often the login page is opened. */
function load(clientId: string): Promise<GoogleIdentity> {
  library ??= addScript().then((google) => {
    google.initialize({
      client_id: clientId,
      callback: ({ credential }) => listener?.(credential),
      context: 'signin',
      itp_support: true,
      use_fedcm_for_prompt: true,
    })
    return google
  })
  // After a failure the next call loads it again.
  library.catch(() => {
    library = null
  })
  return library
}

function addScript(): Promise<GoogleIdentity> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = source
    script.async = true
    script.onload = () => {
      const google = window.google?.accounts.id
      if (google) resolve(google)
      else script.onerror?.('no library')
    }
    script.onerror = () => {
      script.remove()
      reject(new Error('Google did not answer.'))
    }
    document.head.append(script)
  })
}
