import { type ComponentType, useEffect, useState } from 'react'
import { notify } from '#web/lib/notices/notice-store.ts'
import { soon } from './soon.ts'

const failure = 'This could not be opened. Please check your connection and try again.'

/**
 * A component whose code is loaded once it is `needed`, for what most readers of a page never open. It shows nothing
 * until then. Where its code cannot be loaded, a dialog (`onClose`) is closed again with a notice; anything else stays
 * away until the page is rendered again.
 */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  needed: (props: Props) => boolean = () => true,
): ComponentType<Props> {
  let known: ComponentType<Props> | null = null
  return function Late(props: Props) {
    const [Shown, setShown] = useState(() => known)
    useEffect(() => {
      if (Shown || !needed(props)) return
      let isGone = false
      soon(load()).then(
        (loaded) => {
          known = loaded
          if (!isGone) setShown(() => loaded)
        },
        () => {
          if (isGone || !('onClose' in props) || typeof props.onClose !== 'function') return
          notify.failure(failure)
          props.onClose()
        },
      )
      return () => {
        isGone = true
      }
    })
    return Shown ? <Shown {...props} /> : null
  }
}
