import { TextInput } from '@mantine/core'
import {
  IconCloudOff,
  IconDeviceCctv,
  IconFolders,
  IconGauge,
  IconHelp,
  IconLayoutList,
  IconMap2,
  IconReceipt,
  IconRoute,
  IconSearch,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { allows } from '../../../contract/access.ts'
import { NetworkError } from '../../failures/callErrors.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { StateMessage } from '../../ui/state/StateMessage.tsx'
import { RowSkeletons } from '../../ui/table/Skeletons.tsx'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import { type Choice, type ChoiceType, keyOf, type SearchedScreen, type SearchedTopic } from './choices.ts'
import { saveRecent } from './recentChoices.ts'
import classes from './SearchDialog.module.css'
import { useSearch } from './useSearch.ts'

const icons: Record<ChoiceType, TablerIcon> = {
  screen: IconLayoutList,
  meter: IconGauge,
  group: IconFolders,
  inspection: IconRoute,
  device: IconDeviceCctv,
  'cost-bearer': IconReceipt,
  map: IconMap2,
  user: IconUser,
  help: IconHelp,
}

/** Without type-checked target: screens of the menu, and those that `choiceOf` names. */
type Navigate = (way: { to: string; search: Record<string, unknown> }) => Promise<void>

interface Props {
  /** Those that the user may open. */
  screens: readonly SearchedScreen[]
  topics: readonly SearchedTopic[]
  onClose: () => void
}

/** One search over screens and rows, for the keyboard first: arrows, Enter, Esc. */
export function SearchDialog({ screens, topics, onClose }: Props) {
  const account = useAccount()
  const navigate = useNavigate() as unknown as Navigate
  const [typed, setTyped] = useState('')
  const { sections, isWaiting, error, retry } = useSearch(typed, { screens, topics })
  const [moved, setMoved] = useState<string | null>(null)
  const id = useId()
  const choices = sections.flatMap((section) => section.choices)
  const active = Math.max(
    choices.findIndex((choice) => keyOf(choice) === moved),
    0,
  )
  const idOf = (index: number) => `${id}-${index}`

  const open = (choice: Choice) => {
    saveRecent(choice, account, localStorage)
    onClose()
    void navigate({ to: choice.to, search: choice.search ?? {} })
  }
  const move = (step: number) => {
    const next = (active + step + choices.length) % choices.length
    const choice = choices[next]
    if (choice === undefined) return
    setMoved(keyOf(choice))
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  const press = (event: KeyboardEvent) => {
    // Enter that ends a conversion to kanji chooses nothing.
    if (event.nativeEvent.isComposing) return
    const chosen = choices[active]
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter' && chosen) open(chosen)
    else return
    event.preventDefault()
  }
  const people = allows('admin', account.role) ? '、ユーザー' : ''
  return (
    <Dialog title="検索" opened onClose={onClose} width={640}>
      <TextInput
        data-autofocus
        role="combobox"
        aria-label="検索"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={choices.length > 0 ? idOf(active) : undefined}
        placeholder="メーター、管理番号、画面など"
        autoComplete="off"
        enterKeyHint="go"
        maxLength={100}
        leftSection={<IconSearch size={20} aria-hidden />}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setMoved(null)
        }}
        onKeyDown={press}
      />
      <VisuallyHidden role="status">{isWaiting ? '検索中' : `候補 ${choices.length}件`}</VisuallyHidden>
      <div className={classes.results}>
        <div role="listbox" id={`${id}-list`} aria-label="候補">
          {sections.map(({ heading, choices: listed }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox.
            <div key={heading} role="group" aria-label={heading}>
              <div className={classes.heading} aria-hidden>
                {heading}
              </div>
              {listed.map((choice) => {
                const index = choices.indexOf(choice)
                const Icon = screens.find(
                  ({ label }) => choice.type === 'screen' && label === choice.label,
                )?.icon
                return (
                  <Option
                    key={keyOf(choice)}
                    id={idOf(index)}
                    choice={choice}
                    icon={Icon ?? icons[choice.type]}
                    isActive={index === active}
                    onPress={() => open(choice)}
                  />
                )
              })}
            </div>
          ))}
        </div>
        {isWaiting && choices.length === 0 && <RowSkeletons count={4} height={48} />}
        {error &&
          (error instanceof NetworkError && !navigator.onLine ? (
            <StateMessage
              icon={IconCloudOff}
              tone="waiting"
              title={choices.length === 0 ? '見つかりませんでした' : 'オフラインです'}
              text="この端末にある画面、メーター、グループ、ヘルプだけを探しました。"
              role="status"
            />
          ) : (
            <ErrorState error={error} retry={retry} />
          ))}
        {!isWaiting && !error && choices.length === 0 && (
          <EmptyState
            title="見つかりませんでした"
            text={`画面、メーター（名前・管理番号・設置場所）、グループ、端末、負担先、マップ${people}、ヘルプから「${typed.trim()}」を探しました。`}
          />
        )}
      </div>
    </Dialog>
  )
}

interface OptionProps {
  id: string
  choice: Choice
  icon: TablerIcon
  isActive: boolean
  onPress: () => void
}

/** The focus stays in the field. */
const Option = ({ id, choice, icon: Icon, isActive, onPress }: OptionProps) => (
  <button
    type="button"
    role="option"
    tabIndex={-1}
    id={id}
    aria-selected={isActive}
    className={classes.choice}
    onMouseDown={(event) => event.preventDefault()}
    onClick={onPress}
  >
    <Icon size={22} stroke={1.75} aria-hidden />
    <span className={`${classes.words} break-anywhere`}>
      {choice.label}
      {choice.detail !== '' && <span className={classes.detail}>{choice.detail}</span>}
    </span>
  </button>
)
