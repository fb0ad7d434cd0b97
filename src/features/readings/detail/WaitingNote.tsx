import { Button, Group } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconHourglass, IconPhotoCheck, IconSettings } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Meter } from '../../../../contract/meters.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { useUpdateMeter } from '../../../lib/mutations/meterMutations.ts'
import { base64Of } from '../../../shared/pictures/compressForUpload.ts'
import { preparePictureFile } from '../../../shared/pictures/pictureFile.ts'
import { confirm } from '../../../ui/dialog/confirm.tsx'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { ReadingNote } from './ReadingNote.tsx'

interface Props {
  reading: Reading
  meter: Meter
  /** What the meter's settings lack for reading. */
  gap: string
}

const failed = { title: 'メーター画像にできませんでした' }

/** Says what a picture that waits for reading settings needs, and leads there with one press. */
export function WaitingNote({ reading, meter, gap }: Props) {
  const { online } = useNetwork()
  const navigate = useNavigate()
  const update = useUpdateMeter()
  const notices = useFailureNotices()
  const { image } = reading
  const setUp = () =>
    navigate({ to: '/meters/$id', params: { id: String(meter.id) }, search: { setup: reading.id } })
  const making = useMutation({
    mutationFn: async (address: string) => {
      const answer = await fetch(address)
      if (!answer.ok) throw new Error(`the picture answered ${answer.status}`)
      const picture = await preparePictureFile(new File([await answer.blob()], 'meter'))
      if (typeof picture === 'string') {
        notices.warning(`${failed.title}。${picture}`)
        return
      }
      await update.mutateAsync({ id: meter.id, changes: { image_base64: await base64Of(picture) } })
      // Holds also if the dialog that follows is closed without a setting.
      notify.success(`「${meter.name}」のメーター画像を登録しました`)
      await setUp()
    },
    onError: (error) => notices.failure(error, failed),
  })
  const isReplacing = meter.image !== null
  const make = async (address: string) => {
    if (!isReplacing || (await confirmReplacing(meter))) making.mutate(address)
  }
  return (
    <ReadingNote icon={<IconHourglass size={20} aria-hidden />} title="設定待ち">
      <p>{gap}。設定すると、待っている写真も読み取ります。</p>
      {online ? (
        <Group gap="xs" mt="xs">
          {isReplacing && (
            <Button
              leftSection={<IconSettings size={20} aria-hidden />}
              disabled={making.isPending}
              onClick={() => void setUp()}
            >
              登録済みの画像で設定する
            </Button>
          )}
          {image !== null && (
            <Button
              variant={isReplacing ? 'default' : 'filled'}
              leftSection={<IconPhotoCheck size={20} aria-hidden />}
              loading={making.isPending}
              onClick={() => void make(image)}
            >
              この写真をメーター画像にする
            </Button>
          )}
        </Group>
      ) : (
        <p>オフラインのため設定できません。電波の届く所で設定してください。</p>
      )}
    </ReadingNote>
  )
}

const confirmReplacing = ({ name, settings, area }: Meter) =>
  confirm({
    title: 'メーター画像の変更',
    text: `「${name}」の登録済みのメーター画像を、この写真に置き換えます。${
      settings === null && area === null
        ? ''
        : 'AIアシスト設定と読取位置設定は消去されます。この写真でもう一度設定してください。'
    }`,
    confirm: '変更',
    destructive: true,
  })
