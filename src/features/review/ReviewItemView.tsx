import { Button, Group, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconArrowLeft, IconArrowRight, IconCheck, IconClockPause, IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isDigital } from '../../../contract/categories.ts'
import type { ReviewItem } from '../../../contract/review/review.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../contract/values/consumption.ts'
import { readingStateOf } from '../../../contract/values/readingState.ts'
import { formatForInput } from '../../../text/formatNumber.ts'
import { nameIn, useCategoryType, useMasters } from '../../lib/queries/masters.ts'
import { useCorrectionQuestions } from '../../lib/readings/useCorrectionQuestions.ts'
import { ReadingStateMark } from '../../shared/readings/ReadingStateMark.tsx'
import { confirmDoubt } from '../../ui/dialog/confirm.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { useHasKeyboard, useIsWide } from '../../ui/layout/breakpoints.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { PictureViewer } from '../../ui/stage/PictureViewer.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { parseNumberValue } from '../../ui/text/parseNumber.ts'
import { StatusPill } from '../../ui/text/StatusPill.tsx'
import { Crop } from './Crop.tsx'
import { Digits } from './Digits.tsx'
import { type Draft, draftOf, moved, padded, shortened, stepped, typed } from './draft.ts'
import { isKeptFromKeys } from './isKeptFromKeys.ts'
import { Keypad } from './Keypad.tsx'
import classes from './Review.module.css'
import { ReviewFacts } from './ReviewFacts.tsx'
import { reasonTexts } from './reasonTexts.ts'
import { cropOf, type Prepared } from './usePrepared.ts'

interface Props {
  item: ReviewItem
  /** 「1/12件目」 */
  position: string
  /** Undefined until its picture is decoded and what the value is compared with is loaded. */
  prepared: Prepared | undefined
  isLent: (id: number) => boolean
  retry: () => void
  onDecide: (value: number | null) => void
  onMove: (step: 1 | -1) => void
  onDefer: () => void
}

const ownKeys = /^(?:[\d.jksp-]|enter|backspace|arrow(?:left|right|up|down))$/

/** One reading, its decision, and its keys, which act once its picture is on the screen. */
export function ReviewItemView(props: Props) {
  const { item, position, prepared, isLent, retry, onDecide, onMove, onDefer } = props
  const { reading } = item
  const { id, value, meter: named } = reading
  const meter = prepared && 'meter' in prepared ? prepared.meter : undefined
  const type = useCategoryType(named.meter_category_id) ?? undefined
  const { units } = useMasters('units')
  const unit = nameIn(units, named.meter_unit_id)
  const { isValueMeant, isTypedValueMeant } = useCorrectionQuestions(reading, { meter, type, unit })
  const figures = meter && type !== undefined && isDigital(type) ? meter.digit_number : null
  const original = value === null ? '' : padded(formatForInput(value, named.decimal_point), figures)
  const [edited, setEdited] = useState<Draft | null>(null)
  const draft = edited ?? draftOf(original)
  const [isAsking, setAsking] = useState(false)
  const [isPhotoOpen, setPhotoOpen] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const wide = useIsWide()
  const keys = useHasKeyboard()
  const isPainted = useIsPainted(meter !== undefined)

  const edit = (change: (draft: Draft) => Draft) => setEdited(change(draft))
  const decide = async () => {
    if (!isPainted || isAsking || meter === undefined || !isLent(id)) return
    const chosen = draft.text === original ? value : parseNumberValue(draft.text)
    if (chosen === undefined) return notify.info('数値を入力してください')
    const counting = { digits: meter.digit_number, decimals: named.decimal_point }
    if (chosen !== null && type !== undefined && isDigital(type) && exceedsDigits(chosen, counting))
      return notify.info(exceedsDigitsText(counting))
    setAsking(true)
    try {
      const isMeant =
        chosen === null
          ? await confirmDoubt({
              title: '値なしで確定しますか',
              text: 'データ無しの測定値として記録します。写真から読めるときは、値を入力してください。',
              confirm: '値なしで確定',
              correct: '値を入力する',
            })
          : await (chosen === value ? isValueMeant : isTypedValueMeant)(chosen)
      if (isMeant) onDecide(chosen)
    } catch (error) {
      notify.failure(error, { title: '値を確定できませんでした' })
    } finally {
      setAsking(false)
    }
  }
  const act = (key: string) => {
    if (/^[\d.-]$/.test(key)) edit((each) => typed(each, key))
    else if (key === 'enter') void decide()
    else if (key === 'arrowleft') edit((each) => moved(each, -1))
    else if (key === 'arrowright') edit((each) => moved(each, 1))
    else if (key === 'arrowup') edit((each) => stepped(each, 1))
    else if (key === 'arrowdown') edit((each) => stepped(each, -1))
    else if (key === 'backspace') edit(shortened)
    else if (key === 'j') onMove(1)
    else if (key === 'k') onMove(-1)
    else if (key === 's') onDefer()
    else if (key === 'p') setPhotoOpen(true)
  }
  const isPress = (event: KeyboardEvent) =>
    // A focused button keeps Enter, as everywhere.
    event.key === 'Enter' && event.target instanceof HTMLElement && event.target.closest('button, a') !== null
  useWindowEvent('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, repeat } = event
    if (ctrlKey || metaKey || altKey || isKeptFromKeys(event) || isPress(event)) return
    const pressed = key.toLowerCase()
    if (!ownKeys.test(pressed) || (repeat && !pressed.startsWith('arrow'))) return
    event.preventDefault()
    // J, K and S pass by an item whose picture does not come.
    if (!isAsking && (isPainted || /^[jks]$/.test(pressed))) act(pressed)
  })

  if (prepared !== undefined && 'error' in prepared)
    return (
      <Stack>
        <ErrorState error={prepared.error} retry={retry} />
        <Group>
          <Button variant="default" onClick={onDefer}>
            あとで
          </Button>
        </Group>
      </Stack>
    )
  const [main, ...folded] = reasonTexts(item)
  const isKeypadOpen = isEditing && !wide
  const digits = <Digits draft={draft} unit={unit} onChoose={(at) => edit(({ text }) => ({ text, at }))} />
  return (
    <section className={classes.item} aria-label={named.name} aria-busy={!isPainted} data-review={id}>
      <Stack gap="xs" miw={0}>
        <Group gap="xs" align="baseline">
          <Text component="h2" fz="lg" fw={700} className="break-anywhere">
            {named.name}
          </Text>
          <Text c="dimmed" className="tabular-nums nowrap">
            {position}
          </Text>
        </Group>
        <Group gap="xs">
          {main !== undefined && <StatusPill tone="pressing">{main}</StatusPill>}
          {folded.map((text) => (
            <Text key={text} size="sm" c="dimmed">
              {text}
            </Text>
          ))}
          <ReadingStateMark state={readingStateOf(reading)} />
        </Group>
        {meter === undefined ? (
          <DetailSkeleton />
        ) : (
          <div className={classes.crops}>
            <Crop label="今回" src={cropOf(reading)} large />
            <Crop label="前回" src={item.previous && cropOf(item.previous)} />
            <Crop label="メーター" src={meter.thumbnail} />
          </div>
        )}
      </Stack>
      <Stack gap="sm" miw={0}>
        {wide && digits}
        <ReviewFacts item={item} draft={parseNumberValue(draft.text) ?? null} unit={unit} meter={meter} />
        <div className={classes.actions}>
          {/* These stay on the screen, and nobody confirms a value without seeing it. */}
          {!wide && digits}
          {isKeypadOpen && (
            <Keypad
              onDigit={(key) => edit((each) => typed(each, key))}
              onMove={(step) => edit((each) => moved(each, step))}
              onStep={(step) => edit((each) => stepped(each, step))}
              onShorten={() => edit(shortened)}
            />
          )}
          <Group gap="xs" grow preventGrowOverflow={false}>
            {!isKeypadOpen && (
              <>
                <Button
                  variant="default"
                  size="md"
                  leftSection={<IconArrowLeft size={20} aria-hidden />}
                  aria-keyshortcuts="K"
                  onClick={() => onMove(-1)}
                >
                  前へ
                </Button>
                <Button
                  variant="default"
                  size="md"
                  rightSection={<IconArrowRight size={20} aria-hidden />}
                  aria-keyshortcuts="J"
                  onClick={() => onMove(1)}
                >
                  次へ
                </Button>
                <Button
                  variant="default"
                  size="md"
                  leftSection={<IconClockPause size={20} aria-hidden />}
                  aria-keyshortcuts="S"
                  onClick={onDefer}
                >
                  あとで
                </Button>
                <Button
                  variant="default"
                  size="md"
                  leftSection={<IconPhoto size={20} aria-hidden />}
                  aria-keyshortcuts="P"
                  onClick={() => setPhotoOpen(true)}
                >
                  写真
                </Button>
              </>
            )}
            {!wide && (
              <Button
                variant="default"
                size="md"
                aria-expanded={isEditing}
                onClick={() => setEditing(!isEditing)}
              >
                {isEditing ? 'キーを閉じる' : '値を直す'}
              </Button>
            )}
          </Group>
          <Button
            size="xl"
            fullWidth
            leftSection={<IconCheck size={24} aria-hidden />}
            aria-keyshortcuts="Enter"
            aria-disabled={!isPainted}
            loading={isAsking}
            onClick={() => void decide()}
          >
            {keys ? '確定して次へ（Enter）' : '確定して次へ'}
          </Button>
        </div>
        <Group>
          <ButtonLink variant="subtle" to="/meter-value/$id" params={{ id: String(id) }}>
            測定値の詳細
          </ButtonLink>
        </Group>
      </Stack>
      {isPhotoOpen && (
        <Dialog opened title={named.name} width="80vw" onClose={() => setPhotoOpen(false)}>
          <PictureViewer
            framed={reading.result_image}
            original={reading.image}
            preview={reading.thumbnail}
            alt={`${named.name}の写真`}
            name={`${named.name}_${reading.created_at}`}
          />
        </Dialog>
      )}
    </section>
  )
}

/** Whether what is ready has been on the screen for a frame: a key is only meant for what its user can see. */
function useIsPainted(isReady: boolean): boolean {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    if (!isReady) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setPainted(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady])
  return isReady && isPainted
}
