import { Text, UnstyledButton } from '@mantine/core'
import type { Draft } from './draft.ts'
import classes from './Review.module.css'

interface Props {
  draft: Draft
  unit: string | undefined
  onChoose: (at: number) => void
}

/** The value, each of its digits to be chosen. */
export const Digits = ({ draft: { text, at }, unit, onChoose }: Props) => (
  <fieldset className={classes.digits} aria-label={`値 ${text || 'なし'} ${unit ?? ''}`.trim()}>
    {[...text].map((character, index) => {
      const key = `${index} ${text.length}`
      return /\d/.test(character) ? (
        <UnstyledButton
          key={key}
          className={classes.digit}
          aria-pressed={index === at}
          aria-label={`${index + 1}文字目 ${character}`}
          onClick={() => onChoose(index)}
        >
          {character}
        </UnstyledButton>
      ) : (
        <span key={key}>{character}</span>
      )
    })}
    {text === '' && <Text c="dimmed">データ無し</Text>}
    {at === text.length && <span className={classes.caret} aria-hidden />}
    {unit && <span className={classes.unit}>{unit}</span>}
  </fieldset>
)
