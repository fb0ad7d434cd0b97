// Covers docs/requirements.md: 555

import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { clearShared, keepShared, listShared } from '../../../../offline/sharedPictures.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { SharedLink } from './SharedLink.tsx'
import { SharedPictures } from './SharedPictures.tsx'

const jpeg = (name: string) => new File([name], `${name}.jpg`, { type: 'image/jpeg' })

test('a shared picture that cannot be read does not hide the one behind it', async () => {
  await clearShared()
  for (const name of ['first', 'second']) await keepShared(jpeg(name))
  const [first, second] = await listShared()
  const read = CacheStorage.prototype.match
  const match = vi.spyOn(CacheStorage.prototype, 'match').mockImplementation(function (
    this: CacheStorage,
    ...asked
  ) {
    return asked[0] === `/shared/${first}`
      ? Promise.reject(new DOMException('lost', 'UnknownError'))
      : read.apply(this, asked)
  })
  const screen = await show(
    <SharedPictures lost={undefined}>{(shared) => <p>{`選択中: ${shared}`}</p>}</SharedPictures>,
  )
  await expect.element(screen.getByText(`選択中: ${second}`)).toBeVisible()
  await expect.element(screen.getByText(/ほかに/)).not.toBeInTheDocument()
  match.mockRestore()
  await clearShared()
})

test('what found no room on this device is told above what did', async () => {
  await clearShared()
  await keepShared(jpeg('second'))
  const screen = await show(<SharedPictures lost={1}>{() => null}</SharedPictures>)
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/^共有された写真1枚を端末に保存できませんでした/)
  await expect.element(screen.getByRole('img', { name: '共有された写真' })).toBeInTheDocument()
  await clearShared()
})

test('of pictures that wait for a meter it is said since when and how many, and all can be removed at once', async () => {
  await clearShared()
  const lastModified = Date.now() - 400 * 24 * 3_600_000
  for (const name of ['first', 'second', 'third'])
    await keepShared(new File([name], `${name}.jpg`, { type: 'image/jpeg', lastModified }))
  const screen = await show(
    <SharedPictures lost={undefined}>{(shared) => <p>{shared ?? 'ありません'}</p>}</SharedPictures>,
  )
  const since = new Date(lastModified).getFullYear()
  await expect
    .element(screen.getByText(/^共有/).last())
    .toMatchTextContent(new RegExp(`${since}/.*（ほかに2枚）$`))
  await screen.getByRole('button', { name: 'すべて取り除く' }).click()
  const question = screen.getByRole('dialog')
  await expect.element(question).toMatchTextContent(/共有された写真3枚をアプリから取り除きます。/)
  await question.getByRole('button', { name: '取り除く' }).click()
  await expect.element(screen.getByText('ありません')).toBeVisible()
  expect(await listShared()).toEqual([])
})

test('pictures that were left before their meter was chosen are led to from the choice of a meter', async () => {
  await clearShared()
  for (const name of ['first', 'second']) await keepShared(jpeg(name))
  const screen = await showRouted(new QueryClient(), <SharedLink onChosen={() => undefined} />, ['/capture'])
  await expect
    .element(screen.getByRole('link', { name: '共有された写真（2枚）' }))
    .toHaveAttribute('href', '/capture')
  await clearShared()
})
