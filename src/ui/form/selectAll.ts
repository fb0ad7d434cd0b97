import type { FocusEvent } from 'react'

/** For `onFocus` of a field that is opened to replace its value: typing replaces it, instead of appending to it. */
export const selectAll = ({ currentTarget }: FocusEvent<HTMLInputElement>): void => currentTarget.select()
