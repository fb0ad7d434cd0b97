// Covers docs/requirements.md: 78, 214

import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { PictureInput } from './PictureInput.tsx'

async function part(picture: Blob | null = null) {
  const onPicture = vi.fn()
  const screen = await show(
    <PictureInput
      picture={picture}
      onPicture={onPicture}
      proposal={null}
      unit={undefined}
      decimals={null}
      onTake={() => undefined}
    />,
  )
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('nothing takes a file')
  return { screen, input, onPicture }
}

test('a file that is no picture is refused in words', async () => {
  const { screen, input, onPicture } = await part()
  await userEvent.upload(input, new File(['検針票'], 'memo.txt', { type: 'text/plain' }))
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent('画像ファイルを選択してください（JPEG、PNG、WebP、HEIC）')
  expect(onPicture).not.toHaveBeenCalled()
})

test('a chosen picture is shown, and can be taken away again', async () => {
  const picture = new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'], {
    type: 'image/svg+xml',
  })
  const { screen, onPicture } = await part(picture)
  await expect.element(screen.getByRole('img', { name: '選択したメーター画像' })).toBeVisible()
  await screen.getByRole('button', { name: '画像を外す' }).click()
  expect(onPicture.mock.calls).toEqual([[null]])
})
