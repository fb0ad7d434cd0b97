import { Alert, Box, Button, Group } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { listShared, readShared, removeShared } from '../../../../offline/sharedPictures.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { useObjectUrl } from '../../../ui/stage/useObjectUrl.ts'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import classes from './SharedPictures.module.css'

interface Shared {
  id: string
  /** `lastModified`: when it was shared. */
  picture: File
  /** The ids of those that follow. */
  others: string[]
}

/** The first that can be read. */
async function nextShared(): Promise<Shared | null> {
  const ids = await listShared()
  for (const [index, id] of ids.entries()) {
    const picture = await readShared(id).catch(() => null)
    if (picture !== null) return { id, picture, others: ids.slice(index + 1) }
  }
  return null
}

interface Props {
  /** How many other ones found no room on this device. */
  lost: number | undefined
  /** How many other ones have a format that cannot be used. */
  refused?: number | undefined
  /** `shared`: the picture to choose a meter for; undefined: none. */
  children: (shared: string | undefined) => ReactNode
}

/** Above the choice of a meter: the picture that another app shared, one after another. */
export function SharedPictures({ lost, refused, children }: Props) {
  const [next, setNext] = useState<Shared | null>()
  const load = useCallback(
    () =>
      nextShared()
        .catch(() => null)
        .then(setNext),
    [],
  )
  useEffect(() => void load(), [load])
  const address = useObjectUrl(next?.picture ?? null)
  if (next === undefined) return null
  const lostNote = lost !== undefined && (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} mb="md">
      共有された写真{lost}枚を端末に保存できませんでした。端末の空き容量を増やして、もう一度共有してください。
    </Alert>
  )
  const refusedNote = refused !== undefined && (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} mb="md">
      共有された写真{refused}枚は、この端末で使えない形式（AVIF、HEIC など）です。JPEG
      で保存し直して共有してください。
    </Alert>
  )
  const note = (
    <>
      {lostNote}
      {refusedNote}
    </>
  )
  if (next === null)
    return (
      <>
        {note}
        {children(undefined)}
      </>
    )
  const { id, picture, others } = next
  const discard = async (ids: string[]) => {
    const which = ids.length === 1 ? 'この写真' : `共有された写真${ids.length}枚`
    const agreed = await confirm({
      title: '共有された写真の取消',
      text: `${which}をアプリから取り除きます。共有元の写真は残ります。`,
      confirm: '取り除く',
    })
    if (!agreed) return
    for (const each of ids) await removeShared(each)
    await load()
  }
  return (
    <>
      {note}
      <Group gap={12} align="flex-start" wrap="nowrap" mb={12}>
        {address && <img src={address} alt="共有された写真" className={classes.picture} />}
        <Box flex={1} miw={0}>
          <Box component="p" mb={8}>
            共有された写真のメーターを選んでください。
          </Box>
          <Box component="p" mb={8} fz="sm" c="dimmed">
            共有 <TimeText time={picture.lastModified} />
            {others.length > 0 && `（ほかに${others.length}枚）`}
          </Box>
          <Group gap={8} align="stretch">
            <Button
              variant="default"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => void discard([id])}
            >
              取り除く
            </Button>
            {others.length > 0 && (
              <Button variant="subtle" onClick={() => void discard([id, ...others])}>
                すべて取り除く
              </Button>
            )}
          </Group>
        </Box>
      </Group>
      {children(id)}
    </>
  )
}
