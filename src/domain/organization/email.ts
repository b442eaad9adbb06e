/** The form in which e-mail addresses are compared (decisions, "Data in"): lower case, without surrounding blanks. */
export const foldEmail = (email: string): string => email.trim().toLowerCase()
