import { Box, CloseButton, Stack } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconChartLine,
  IconClockExclamation,
  IconCloudOff,
  IconDeviceMobileDown,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { StorageTrouble } from '../../../offline/probeStorage.ts'
import { useWrongClock } from '../../lib/session/clockOffset.ts'
import { useWorkerRefused } from '../../pwa/workerRefused.ts'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import note from '../../ui/state/Note.module.css'
import { clockText } from './captureTexts.ts'
import { isTabOnIos } from './outbox/installed.ts'

const storageTexts: Record<StorageTrouble, string> = {
  full: '端末の空き容量が足りず、写真を保存できません。不要なファイルを消すか、未送信の写真を送信してください。',
  refused:
    'このウィンドウでは写真を端末に保存できないため、撮影できません。値と写真は、データの画面の「データを追加」から送信できます。',
  broken: '端末に写真を保存できない状態です。アプリを開き直してください。',
}

interface Props {
  meterId: number
  trouble: StorageTrouble | null
}

/** Before the shutter: what would keep the photograph from being kept, or make its time wrong. */
export function CaptureAdvice({ meterId, trouble }: Props) {
  const wrong = useWrongClock()
  const [dismissed, setDismissed] = useDismissed('iosInstallAdviceDismissed')
  const [refusalDismissed, setRefusalDismissed] = useDismissed('workerRefusedAdviceDismissed')
  const refused = useWorkerRefused()
  return (
    <>
      {trouble && (
        <Note
          icon={IconAlertTriangle}
          tone="abnormal"
          way={
            trouble === 'refused' && (
              <ButtonLink
                to="/data/$meterId"
                params={{ meterId: String(meterId) }}
                variant="default"
                leftSection={<IconChartLine size={20} aria-hidden />}
              >
                データの画面を開く
              </ButtonLink>
            )
          }
        >
          {storageTexts[trouble]}
        </Note>
      )}
      {wrong !== null && (
        <Note icon={IconClockExclamation} tone="waiting">
          {clockText(wrong)}
        </Note>
      )}
      {refused && trouble !== 'refused' && !refusalDismissed && (
        <Note icon={IconCloudOff} tone="neutral" onClose={() => setRefusalDismissed(true)}>
          このブラウザでは、電波のない所で撮影できません。プライベートウィンドウの場合は、通常のウィンドウで開いてください。
        </Note>
      )}
      {isTabOnIos() && !dismissed && (
        <Note icon={IconDeviceMobileDown} tone="neutral" onClose={() => setDismissed(true)}>
          撮影する前に、Safari
          の共有ボタンから「ホーム画面に追加」してください。タブのままでは、7日使わないと未送信の写真が端末から消えます。ここで撮影した写真は、追加したアプリには移りません。
        </Note>
      )}
    </>
  )
}

const useDismissed = (key: string) =>
  useLocalStorage({ key, defaultValue: false, getInitialValueInEffect: false })

interface NoteProps {
  icon: TablerIcon
  tone: 'abnormal' | 'waiting' | 'neutral'
  /** Leads to what the person can do instead. */
  way?: ReactNode
  onClose?: () => void
  children: ReactNode
}

const Note = ({ icon: Icon, tone, way, onClose, children }: NoteProps) => (
  <Box className={note.note} mb={8} fz="sm" data-tone={tone} role={tone === 'neutral' ? 'note' : 'alert'}>
    <Icon size={20} aria-hidden />
    <Stack gap={8} align="flex-start" flex={1} miw={0}>
      <p>{children}</p>
      {way}
    </Stack>
    {onClose && <CloseButton size={48} aria-label="閉じる" onClick={onClose} />}
  </Box>
)
