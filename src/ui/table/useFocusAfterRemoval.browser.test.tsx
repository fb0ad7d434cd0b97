// Covers docs/requirements.md: 606

import { useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'

/** A list that shows a confirmation once `told` has resolved. */
function Alerts({ told }: { told?: Promise<void> }) {
  const [names, setNames] = useState(['No.1', 'No.2', 'No.3'])
  const [asked, setAsked] = useState<string | null>(null)
  const markAsker = useFocusAfterRemoval(asked !== null)
  const close = () => setAsked(null)
  const confirm = async () => {
    close()
    await told
    setNames(names.filter((name) => name !== asked))
  }
  const ask = (name: string) => {
    markAsker()
    setAsked(name)
  }
  return (
    <>
      <section aria-label="アラート一覧" tabIndex={-1}>
        {names.map((name) => (
          <button key={name} type="button" data-removes onClick={() => ask(name)}>
            {name}
          </button>
        ))}
      </section>
      {asked !== null && (
        <>
          <button type="button" onClick={() => void confirm()}>
            確認済みにする
          </button>
          {/* biome-ignore lint/a11y/noAutofocus: as a dialog does */}
          <button type="button" onClick={close} autoFocus>
            キャンセル
          </button>
        </>
      )}
    </>
  )
}

async function open(told?: Promise<void>) {
  const screen = await show(<Alerts {...(told && { told })} />)
  const at = (name: string) => screen.getByRole('button', { name })
  const answer = async (name: string, verb: string) => {
    at(name).element().focus()
    await userEvent.keyboard('{Enter}')
    at(verb).element().focus()
    await userEvent.keyboard('{Enter}')
  }
  return { screen, at, answer }
}

test('after an alert is confirmed the keys go on at the next, the one before, and at last the list', async () => {
  const { screen, at, answer } = await open()
  await answer('No.2', 'キャンセル')
  await expect.element(at('No.2')).toHaveFocus()
  await answer('No.2', '確認済みにする')
  await expect.element(at('No.3')).toHaveFocus()
  await answer('No.3', '確認済みにする')
  await expect.element(at('No.1')).toHaveFocus()
  await answer('No.1', '確認済みにする')
  await expect.element(screen.getByRole('region', { name: 'アラート一覧' })).toHaveFocus()
})

test('the keys go on at the next alert also where the list is told long after the question has closed', async () => {
  const told = Promise.withResolvers<void>()
  const { at, answer } = await open(told.promise)
  await answer('No.2', '確認済みにする')
  await expect.element(at('No.2')).toHaveFocus()
  told.resolve()
  await expect.element(at('No.3')).toHaveFocus()
})
