import { type Device, isParent } from '../../../contract/devices.ts'
import { useDeleteDevice, useRestoreDevice } from '../../lib/mutations/deviceMutations.ts'
import { confirm } from '../../ui/dialog/confirm.tsx'
import { notify } from '../../ui/notice/notify.tsx'

/** What a deletion does to meters and maps. */
function deletionText({ name, type, meters, map_pin: pin }: Device): string {
  const names = meters.map((meter) => `「${meter.name}」`).join('')
  const effect = isParent(type)
    ? 'この端末に接続している端末の登録は変わりません。'
    : meters.length === 0
      ? ''
      : `メーター${names}には新しい測定値が届かなくなります。メーターとこれまでの測定値は残ります。`
  const onMap = pin === null ? '' : 'マップのピンには表示されなくなり、復元すると同じピンに戻ります。'
  return `「${name}」を削除します。${effect}${onMap}削除した端末はあとから復元できます。`
}

/** Deletes after a question, and restores; either can be undone at once. */
export function useDeviceRemoval() {
  const deletion = useDeleteDevice()
  const restoration = useRestoreDevice()

  const restore = (device: Device) => {
    const failed = `「${device.name}」を復元できませんでした`
    notify.retract(failed)
    restoration.mutate(device.id, {
      onSuccess: () => notify.success(`「${device.name}」を復元しました`),
      onError: (error) => notify.failure(error, { title: failed, retry: () => restore(device) }),
    })
  }

  const send = (device: Device) => {
    const failed = `「${device.name}」を削除できませんでした`
    notify.retract(failed)
    deletion.mutate(device.id, {
      onSuccess: () =>
        notify.undoable({
          title: '端末を削除しました',
          text: device.name,
          undo: () => restore(device),
        }),
      onError: (error) => notify.failure(error, { title: failed, retry: () => send(device) }),
    })
  }

  const remove = async (device: Device) => {
    const agreed = await confirm({
      title: '端末の削除',
      text: deletionText(device),
      confirm: '削除',
      destructive: true,
    })
    if (agreed) send(device)
  }
  return { remove, restore, restoring: restoration.isPending }
}
