import { OAuth2Server } from 'oauth2-mock-server'
import { onTestFinished } from 'vitest'

const clientId = 'ruam.apps.example'
/** Made once, because generating an RSA key takes longer than most tests. */
const key = new OAuth2Server().issuer.keys.generate('RS256')

/** A real OpenID issuer on loopback instead of Google, optionally with its own key; closed at the end of the test. */
export async function startGoogle({ ownKey = false } = {}) {
  const server = new OAuth2Server()
  if (ownKey) await server.issuer.keys.generate('RS256')
  else await server.issuer.keys.add({ ...(await key) })
  await server.start(0, '127.0.0.1')
  const url = server.issuer.url ?? ''
  let running = true
  const stop = async () => {
    if (running) await server.stop()
    running = false
  }
  onTestFinished(stop)

  return {
    env: { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: url, GOOGLE_JWKS_URL: `${url}/jwks` },
    stop,
    /** An ID token with a verified address, issued `now`; `claims` override its claims. */
    tokenFor: (claims: Record<string, unknown>, now: Date) =>
      server.issuer.buildToken({
        scopesOrTransform: (_, payload) => {
          const issued = Math.floor(now.getTime() / 1000)
          Object.assign(payload, {
            aud: clientId,
            iat: issued,
            nbf: issued - 300,
            exp: issued + 3600,
            email_verified: true,
            given_name: 'Malee',
            family_name: 'Srisuk',
            ...claims,
          })
        },
      }),
  }
}
