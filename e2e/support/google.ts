import type { Page } from '@playwright/test'
import { OAuth2Server } from 'oauth2-mock-server'

export interface GoogleAccount {
  sub: string
  email: string
  given_name?: string
  family_name?: string
}

export type Google = Awaited<ReturnType<typeof startGoogle>>

/** Starts a local OpenID issuer in place of Google. */
export async function startGoogle(clientId: string) {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(0, 'localhost')
  const issuer = server.issuer.url ?? ''

  const tokenOf = (account: GoogleAccount) =>
    server.issuer.buildToken({
      scopesOrTransform: (_, payload) =>
        Object.assign(payload, { aud: clientId, email_verified: true, ...account, scope: undefined }),
    })

  return {
    settings: { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: issuer, GOOGLE_JWKS_URL: `${issuer}/jwks` },
    /** Replaces Google's script on the page; nobody is signed in at Google yet. */
    standIn: (page: Page) =>
      page.route('https://accounts.google.com/gsi/client', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: `(${standIn})()` }),
      ),
    /** Signs a person in at Google on pages opened later. */
    know: (page: Page, account: GoogleAccount) => page.exposeFunction('tokenOfGoogle', () => tokenOf(account)),
    stop: () => server.stop(),
  }
}

/** Runs in the page: implements the parts of Google's library that the product uses. */
function standIn() {
  interface Answer {
    callback: (answer: { credential?: string }) => void
  }
  const { tokenOfGoogle } = window as unknown as { tokenOfGoogle: () => Promise<string> }
  let options: Answer | undefined
  let prompt: HTMLElement | undefined

  const buttonThatSays = (words: string) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = words
    button.onclick = async () => options?.callback({ credential: await tokenOfGoogle() })
    return button
  }

  const id = {
    initialize: (given: Answer) => {
      options = given
    },
    renderButton: (place: HTMLElement) => place.append(buttonThatSays('Continue with Google')),
    prompt: () => {
      prompt = buttonThatSays('Continue by one tap')
      document.body.append(prompt)
    },
    cancel: () => prompt?.remove(),
  }
  Object.assign(window, { google: { accounts: { id } } })
}
