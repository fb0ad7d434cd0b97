/** Full and half width, capital and small letters are the same to a person who searches. */
export const plainText = (text: string): string => text.normalize('NFKC').toLocaleLowerCase('ja')
