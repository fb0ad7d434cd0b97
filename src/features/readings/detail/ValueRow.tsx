import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconEqualNot } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, use } from 'react'
import { isDigital } from '../../../../contract/categories.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../../contract/values/consumption.ts'
import { isAdjusted } from '../../../../contract/values/prior.ts'
import { isReadableType } from '../../../../contract/values/readingSettings.ts'
import { isCorrected, isTyped, readingStateOf } from '../../../../contract/values/readingState.ts'
import { formatForInput, formatNumber } from '../../../../text/formatNumber.ts'
import { useCorrectReading } from '../../../lib/mutations/readingMutations.ts'
import { readingChangesQuery } from '../../../lib/queries/readings.ts'
import { doubtNames } from '../../../lib/readings/consumptionTexts.ts'
import { adviceTexts } from '../../../lib/readings/reasons.ts'
import { type Compared, useCorrectionQuestions } from '../../../lib/readings/useCorrectionQuestions.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { InlineRow } from '../../../ui/form/InlineRow.tsx'
import { moveFocus } from '../../../ui/form/moveFocus.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { useFailureNotices } from '../../../ui/notice/useFailureNotices.ts'
import { useWorking } from '../../../ui/state/useWorking.ts'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'
import { StatusPill } from '../../../ui/text/StatusPill.tsx'
import { ValuesAround } from '../ValuesAround.tsx'
import classes from './ValueRow.module.css'

interface Props extends Compared {
  reading: Reading
  /** Why there is no value. */
  why?: readonly string[]
  editRef: RefObject<HTMLButtonElement | null>
  onDirty: (dirty: boolean) => void
}

/** 測定値, with the reader's raw value beside a correction. */
export function ValueRow({ reading, why = [], editRef, onDirty, ...compared }: Props) {
  const { value, created_at: time } = reading
  const { meter: known, type, unit } = compared
  const decimals = reading.meter.decimal_point
  const zone = use(TimeZone)
  const correction = useCorrectReading()
  const { isValueMeant, isTypedValueMeant } = useCorrectionQuestions(reading, compared)
  const [isChecking, startChecking] = useWorking()
  const notices = useFailureNotices()
  const isAsked = reading.read_state === readState.waiting && type !== undefined && !isReadableType(type)
  const isUnsure = readingStateOf(reading) === 'unsure'
  const written = (number: number) => `${formatNumber(number, decimals)} ${unit ?? ''}`.trimEnd()
  const other = valuesOf(reading).find((each) => each.value !== value) ?? null
  const failed = (error: unknown) => notices.failure(error, { title: '値を確定できませんでした' })
  const confirm = (chosen: number | null, pressed: HTMLElement) =>
    correction.mutate(
      { id: reading.id, value: chosen },
      {
        onSuccess() {
          notify.success('測定値を確定しました')
          moveFocus(pressed, editRef.current)
        },
        onError: failed,
      },
    )
  const ask = (chosen: number | null, pressed: HTMLElement) =>
    startChecking(() => isValueMeant(chosen).then((isMeant) => isMeant && confirm(chosen, pressed), failed))
  const wrongIn = (text: string) => {
    const typed = parseNumberValue(text)
    if (typed === undefined) return '数値を入力してください'
    const counting = { digits: known?.digit_number ?? null, decimals }
    const isTooLong =
      typed !== null && type !== undefined && isDigital(type) && exceedsDigits(typed, counting)
    return isTooLong ? exceedsDigitsText(counting) : null
  }
  // Telephone keypads have no minus sign.
  const negative = (value ?? 0) < 0 || (known?.start_value ?? 0) < 0
  return (
    <InlineRow<string>
      label="測定値"
      editRef={editRef}
      editLabel={isAsked ? '値を入力' : undefined}
      initial={value === null ? '' : formatForInput(value, decimals)}
      same={(a, b) => parseNumberValue(a) !== undefined && parseNumberValue(a) === parseNumberValue(b)}
      value={
        <span className={classes.value}>
          <ValueText
            value={value}
            unit={unit}
            decimals={decimals}
            abnormal={reading.is_abnormal}
            unsure={isUnsure}
            state={reading.read_state}
            type={type}
            size="lg"
            wraps
          />
          {why.length > 0 && (
            <ul className={classes.why} aria-label="読取の理由">
              {why.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
          <Origin reading={reading} unit={unit} />
          <BothValues reading={reading} unit={unit} />
          {isUnsure && (
            <Button
              className={classes.confirm}
              variant="default"
              leftSection={<IconCheck size={20} aria-hidden />}
              loading={isChecking || correction.isPending}
              onClick={({ currentTarget }) => ask(value, currentTarget)}
            >
              この値で確定
            </Button>
          )}
          {isUnsure && other !== null && (
            <Button
              className={classes.confirm}
              variant="default"
              leftSection={<IconCheck size={20} aria-hidden />}
              loading={isChecking || correction.isPending}
              onClick={({ currentTarget }) => ask(other.value, currentTarget)}
            >
              {`${other.label} ${written(other.value)} で確定`}
            </Button>
          )}
        </span>
      }
      validate={wrongIn}
      confirm={(text) => isTypedValueMeant(parseNumberValue(text) ?? null)}
      asksReason
      onSave={(text, reason) =>
        correction.mutateAsync({ id: reading.id, value: parseNumberValue(text) ?? null, reason })
      }
      onDirty={onDirty}
      editor={({ draft, change, props }) => (
        <TextInput
          {...props}
          description={
            known && (
              <ValuesAround
                meter={known}
                at={localOfInstant(Date.parse(time), zone)}
                unit={unit}
                except={reading.id}
              />
            )
          }
          inputMode={negative ? 'text' : 'decimal'}
          value={draft}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          rightSection={unit}
          rightSectionWidth={unit ? `${unit.length + 2}ch` : undefined}
          rightSectionPointerEvents="none"
        />
      )}
    />
  )
}

/** Of a reading with two values, each with its name; otherwise none. */
function valuesOf({ device_value: device, read_value: read }: Reading): { label: string; value: number }[] {
  if (device === null || read === null) return []
  return [
    { label: '端末の値', value: device },
    { label: '写真の読取', value: read },
  ]
}

/** Both values of a picture whose device sent one of its own, and whether they contradict each other. */
function BothValues({ reading, unit }: { reading: Reading; unit: string | undefined }) {
  const values = valuesOf(reading)
  if (values.length === 0) return null
  return (
    <dl className={classes.both} aria-label="端末の値と写真の読取">
      {values.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <ValueText value={value} unit={unit} decimals={reading.meter.decimal_point} size="sm" wraps />
          </dd>
        </div>
      ))}
      {reading.reasons.includes('device differs') && (
        <StatusPill tone="waiting" icon={IconEqualNot}>
          値が違います
        </StatusPill>
      )}
    </dl>
  )
}

/** Says that reading failed only of a picture that was read and for which nobody had typed a value. */
function typedText({ source, read_state: state }: Reading): string {
  if (source === 'import') return '取り込み'
  const wasRead = state === readState.processed || state === readState.failed
  return wasRead && source !== 'entry' ? '手入力（自動読取はできませんでした）' : '手入力'
}

/** The last change of a corrected value, once it is loaded. */
function useCorrection({ id, value_source: source }: Reading) {
  const { data: changes } = useQuery({ ...readingChangesQuery(id), enabled: source === 'corrected' })
  if (source !== 'corrected') return undefined
  return changes
    ?.filter((change) => change.action === 'correct')
    .find(({ before, after }) => before.value !== after.value)
}

/** Source of the value. */
function Origin({ reading, unit = '' }: { reading: Reading; unit: string | undefined }) {
  const { value, value_source: source, read_value: read, device_value: device, meter } = reading
  const { created_by: sender, advice, boosted, confirmed_doubts: doubts } = reading
  const written = (value: number) => `${formatNumber(value, meter.decimal_point)} ${unit}`.trimEnd()
  const correction = useCorrection(reading)
  const isAccepted = source === 'accepted'
  const isAcceptedDevice = isAccepted && device !== null && value === device && value !== read
  const isReaders = source === 'reader' || (isAccepted && !isAcceptedDevice)
  const correctedText = () => {
    const isOfMachine = read !== null || device !== null || reading.source === 'analog'
    const isReplaced = isCorrected(reading) || (correction && correction.before.value !== null)
    if (!isOfMachine) return isReplaced ? '手入力（修正済）' : typedText(reading)
    if (read === null && device !== null) return `修正済（端末の値 ${written(device)}）`
    // Where a device and a picture gave values, both are shown below.
    return read !== null && device === null ? `修正済（読取値 ${written(read)}）` : '修正済'
  }
  const texts = {
    reader: null,
    device: '端末の値',
    accepted: isAcceptedDevice ? '端末の値を確認済' : '読取値を確認済',
    corrected: correctedText(),
    entered: '手入力',
  }
  return (
    <>
      {texts[source] && <span className={classes.origin}>{texts[source]}</span>}
      {isReaders && isAdjusted({ value: read, advice }) && (
        <span className={classes.origin}>{adviceTexts({ value: read, advice }, written)}</span>
      )}
      {isReaders && boosted && <span className={classes.origin}>AIブースト: AIモデルの回答で決めた値</span>}
      {doubts.length > 0 && (
        <span className={classes.origin}>
          {isTyped(reading) ? '入力時に確認' : '点検者が確認'}（
          {doubts.map((doubt) => doubtNames[doubt]).join('、')}）
        </span>
      )}
      {sender && <span className={classes.origin}>登録者 {sender}</span>}
      {correction && (
        <span className={classes.origin}>
          {correction.before.value === null ? '入力者' : '修正者'} {correction.user || '退会した利用者'}
        </span>
      )}
    </>
  )
}
