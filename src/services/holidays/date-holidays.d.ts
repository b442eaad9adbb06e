/// <reference types="date-holidays" />

/** The package as `bin/bundle.js` puts it into one file; its own types name it as npm does. */
declare module '#date-holidays' {
  export { default } from 'date-holidays'
}
