import type { Page } from '@playwright/test'
import { answerOf, typeNumber } from '../support/door.ts'
import type { Fixtures } from './fixtures.ts'
import { pressed, type Screen } from './screen.ts'

/** The door, for its owner and for a helper with a link. */
export function doorScreens({ people: { owner }, events, invitation, tickets, guest, doorLink }: Fixtures): Screen[] {
  const path = `/events/${events.door.id}/check-in`
  const answering = (number: string, verdict: string) => async (page: Page) => {
    await answerOf(page).getByText('Ready').waitFor()
    await typeNumber(page, number)
    await answerOf(page).getByText(verdict).first().waitFor()
  }
  const showing = (tab: string) => async (page: Page) => {
    await page.getByRole('tab', { name: tab }).click()
    await page
      .getByRole('button', { name: /^(Check in|Undo the entry)/ })
      .first()
      .waitFor()
  }
  const checkingIn = async (page: Page) => {
    await showing('Guest list')(page)
    await page
      .getByRole('button', { name: /^Check in ./ })
      .last()
      .click()
    await answerOf(page).getByText('Welcome').waitFor()
  }
  const selling = async (page: Page) => {
    await page.getByRole('tab', { name: 'Walk-in' }).click()
    await page.getByText('Seats for the door').waitFor()
  }
  const sold = async (page: Page) => {
    await selling(page)
    await page.getByRole('button', { name: /^Cash/ }).click()
    await answerOf(page).getByText('Welcome').waitFor()
  }
  const paying = async (page: Page) => {
    await selling(page)
    await page.getByRole('button', { name: /^PromptPay/ }).click()
    await page.getByRole('img', { name: /^PromptPay QR code/ }).waitFor()
  }
  const paid = `/events/${events.paid.id}/check-in`
  const leaving = async (page: Page) => {
    await page.getByRole('button', { name: 'Leave check-in' }).click()
    await page.getByRole('dialog').waitFor()
  }
  return [
    { name: 'door', path, as: owner },
    { name: 'door welcome', path, as: owner, act: answering(guest, 'Welcome') },
    { name: 'door already used', path, as: owner, act: answering(tickets.used.ticket_number, 'Already used') },
    { name: 'door unknown', path: doorLink.path, act: answering('AAAA-AAAA', 'Unknown') },
    { name: 'door wrong event', path, as: owner, act: answering(tickets.active.ticket_number, 'Wrong event') },
    { name: 'door guest list', path, as: owner, act: showing('Guest list') },
    { name: 'door guest list by link', path: doorLink.path, act: checkingIn },
    { name: 'door progress', path, as: owner, act: showing('Progress') },
    { name: 'door left', path, as: owner, act: leaving },
    { name: 'walk-in', path: paid, as: owner, act: selling },
    { name: 'walk-in sold', path: paid, as: owner, act: sold },
    { name: 'walk-in by PromptPay', path: paid, as: owner, act: paying },
    { name: 'walk-in of a type', path: `/events/${events.typed.id}/check-in`, as: owner, act: selling },
    { name: 'invitation', path: invitation },
    { name: 'door by link', path: doorLink.path },
    { name: 'door renamed', path: doorLink.path, act: pressed('Rename this device') },
    {
      name: 'door link made',
      path,
      as: owner,
      act: async (page) => {
        await page.getByRole('textbox', { name: 'Name of the new link' }).fill('East gate')
        await pressed('Create door link')(page)
        await page.getByRole('dialog').waitFor()
      },
    },
  ]
}
