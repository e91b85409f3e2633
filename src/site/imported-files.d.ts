// With { type: "file" }, the import is the path of the file.
declare module "*.gz" {
  const path: string;
  export default path;
}

declare module "*.webp" {
  const path: string;
  export default path;
}

declare module "*.woff2" {
  const path: string;
  export default path;
}

// With { type: "text" }, the import is the content of the file.
declare module "*.md" {
  const text: string;
  export default text;
}
