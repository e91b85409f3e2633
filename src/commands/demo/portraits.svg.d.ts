// With { type: "text" } the import is the content of the file.
declare const text: string;
export default text;
