/** Text with plain spaces in its dates, which are drawn with spaces and dashes that no line breaks at. */
export const plainSpaces = (text: string): string => text.replaceAll('\u00A0', ' ').replaceAll('\u2060', '')
