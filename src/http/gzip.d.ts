// With { type: "file" } the import is the path of the file.
declare module "*.gz" {
  const path: string;
  export default path;
}
