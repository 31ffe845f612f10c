import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConfirmDialog, Dialog } from './dialog.tsx'

const nothing = () => {}
const cross = 'aria-label="Close"'

test('a dialog has a close button unless one of its actions closes it', () => {
  const question = renderToStaticMarkup(
    <ConfirmDialog open title="Delete it?" confirmLabel="Delete" onConfirm={nothing} onClose={nothing}>
      It is gone for good.
    </ConfirmDialog>,
  )
  const list = renderToStaticMarkup(
    <Dialog open title="Event Applicants" onClose={nothing}>
      Nobody
    </Dialog>,
  )

  expect(question).toContain('>Keep<')
  expect(question).not.toContain(cross)
  expect(list).toContain(cross)
})
