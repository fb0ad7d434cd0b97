import { useEffect, useEffectEvent } from 'react'
import { readShared, removeShared } from '../../../../offline/sharedPictures.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import type { FileTime } from '../camera/recordedTime.ts'

/** Takes the shared picture instead of a photograph; it is removed when it is in the outbox (`stored`). */
export function useSharedPicture(
  id: string | undefined,
  take: (picture: Blob, time: FileTime) => void,
  stored: boolean,
): void {
  const onPicture = useEffectEvent(take)
  useEffect(() => {
    if (id === undefined) return
    let left = false
    const read = async () => {
      const picture = await readShared(id)
      if (left) return
      if (picture === null) notify.info('共有された写真が見つかりません。撮影するか、写真を選んでください。')
      else onPicture(picture, { at: picture.lastModified, from: 'sharing' })
    }
    read().catch((error: unknown) => notify.failure(error, { title: '共有された写真を読み込めませんでした' }))
    return () => {
      left = true
    }
  }, [id])
  useEffect(() => {
    if (id !== undefined && stored) removeShared(id).catch(console.warn)
  }, [id, stored])
}
