/** How e-mail addresses are compared (decisions, "Data in"): in lower case, without blanks around them. */
export const foldEmail = (email: string): string => email.trim().toLowerCase()
