import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { listShared, readShared, removeShared } from '../../../offline/sharedPictures.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { useObjectUrl } from '../../ui/stage/useObjectUrl.ts'
import classes from './SharedPictures.module.css'

interface Shared {
  id: string
  picture: Blob
  /** How many follow. */
  others: number
}

/** The first that can be read. */
async function nextShared(): Promise<Shared | null> {
  const ids = await listShared()
  for (const [index, id] of ids.entries()) {
    const picture = await readShared(id).catch(() => null)
    if (picture !== null) return { id, picture, others: ids.length - index - 1 }
  }
  return null
}

interface Props {
  /** How many other ones found no room on this device. */
  lost: number | undefined
  /** `shared`: the picture to choose a meter for; undefined: none. */
  children: (shared: string | undefined) => ReactNode
}

/** Above the choice of a meter: the picture that another app shared, one after another. */
export function SharedPictures({ lost, children }: Props) {
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
  const note = lost !== undefined && (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} mb="md">
      共有された写真{lost}枚を端末に保存できませんでした。端末の空き容量を増やして、もう一度共有してください。
    </Alert>
  )
  if (next === null)
    return (
      <>
        {note}
        {children(undefined)}
      </>
    )
  const discard = async () => {
    const agreed = await confirm({
      title: '共有された写真の取消',
      text: 'この写真をアプリから取り除きます。共有元の写真は残ります。',
      confirm: '取り除く',
    })
    if (!agreed) return
    await removeShared(next.id)
    await load()
  }
  return (
    <>
      {note}
      <div className={classes.shared}>
        {address && <img src={address} alt="共有された写真" className={classes.picture} />}
        <div className={classes.facts}>
          <p className={classes.text}>共有された写真のメーターを選んでください。</p>
          {next.others > 0 && <p className={classes.others}>ほかに{next.others}枚あります。</p>}
          <Button
            variant="default"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => void discard()}
          >
            取り除く
          </Button>
        </div>
      </div>
      {children(next.id)}
    </>
  )
}
