// With { type: "file" }, the import is the path of the file.
declare module "*.webp" {
  const path: string;
  export default path;
}
