// Covers docs/requirements.md: 573, 697

import { useEffect, useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { notify } from './notify.tsx'
import { useFailureNotices } from './useFailureNotices.ts'

afterEach(() => notify.clear())

let notices: ReturnType<typeof useFailureNotices>
function Failing() {
  const own = useFailureNotices()
  useEffect(() => {
    notices = own
  }, [own])
  return <p>フォーム</p>
}

function Example() {
  const [isOpen, setOpen] = useState(true)
  return isOpen ? (
    <>
      <Failing />
      <button type="button" onClick={() => setOpen(false)}>
        フォームを閉じる
      </button>
    </>
  ) : (
    <p>一覧</p>
  )
}

it('hides the notifications of a component that goes away, and no others', async () => {
  const screen = await show(<Example />)
  notify.failure(new Error('x'), { title: '送信できませんでした' })
  notices.failure(new Error('x'), { title: '保存できませんでした' })
  notices.warning('名前を入力してください')
  await expect.element(screen.getByText('保存できませんでした')).toBeVisible()
  await expect.element(screen.getByText('名前を入力してください')).toBeVisible()
  await screen.getByRole('button', { name: 'フォームを閉じる' }).click()
  await expect.element(screen.getByText('一覧')).toBeVisible()
  await expect.poll(() => notify.isShown('failure:保存できませんでした')).toBe(false)
  expect(notify.isShown('warning:名前を入力してください')).toBe(false)
  expect(notify.isShown('failure:送信できませんでした')).toBe(true)
})

it('keeps a notification of a failure that comes after the component has gone', async () => {
  const screen = await show(<Example />)
  await screen.getByRole('button', { name: 'フォームを閉じる' }).click()
  await expect.element(screen.getByText('一覧')).toBeVisible()
  notices.failure(new Error('x'), { title: '保存できませんでした' })
  await expect.element(screen.getByText('保存できませんでした')).toBeVisible()
})

function Drawer() {
  const [isOpen, setOpen] = useState(true)
  const own = useFailureNotices(isOpen)
  useEffect(() => {
    notices = own
  }, [own])
  return (
    <button type="button" onClick={() => setOpen(false)}>
      送信状況を閉じる
    </button>
  )
}

it('hides the notifications of a dialog that closes and stays mounted', async () => {
  const screen = await show(<Drawer />)
  notices.failure(new Error('x'), { title: '送信できませんでした' })
  await expect.element(screen.getByText('送信できませんでした')).toBeVisible()
  await screen.getByRole('button', { name: '送信状況を閉じる' }).click()
  await expect.poll(() => notify.isShown('failure:送信できませんでした')).toBe(false)
})
