//! The source files of the workspace, parsed: what files import, and which public types they have.

#![allow(dead_code)] // each test that has this module uses a part of it

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::Visit;

/// The root of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One crate: its modules by path (`crate`, `crate::position::text`), those that are files of their own.
pub struct Crate {
    pub name: String,
    pub modules: BTreeMap<String, Module>,
}

/// A file of a crate.
pub struct Module {
    /// The file, as messages name it.
    pub file: String,
    /// What it imports from its own crate, by full path.
    pub imports: BTreeSet<String>,
    /// What it re-exports: the name, and the full path where that is from.
    pub exports: BTreeMap<String, String>,
    /// The names of its public types: structs, enums, traits, unions, type aliases.
    pub types: Vec<String>,
}

/// All crates under `crates/`.
pub fn crates() -> Vec<Crate> {
    let mut folders: Vec<PathBuf> = fs::read_dir(root().join("crates"))
        .expect("the folder of crates")
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|folder| folder.join("src").is_dir())
        .collect();
    folders.sort();
    folders.iter().map(|folder| Crate::read(folder)).collect()
}

impl Crate {
    fn read(folder: &Path) -> Crate {
        let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        let mut files = Vec::new();
        rust_files(&folder.join("src"), &mut files);
        let modules = files.iter().map(|file| Module::read(folder, file)).collect();
        Crate { name, modules }
    }

    /// The file that a path leads to: re-exports are followed to where the name is from.
    pub fn home(&self, path: &str) -> Option<&str> {
        let mut path = path.to_owned();
        // A chain of re-exports is short; a longer one would be a circle of its own.
        for _ in 0..8 {
            let (module, rest) = self.split(&path)?;
            let next = rest.first().and_then(|name| self.modules[module].exports.get(*name));
            match next {
                Some(next) => {
                    path = [next.as_str()]
                        .into_iter()
                        .chain(rest[1..].iter().copied())
                        .collect::<Vec<_>>()
                        .join("::")
                }
                None => return Some(module),
            }
        }
        None
    }

    /// The longest start of a path that is a file, and the names behind it.
    fn split<'p>(&self, path: &'p str) -> Option<(&str, Vec<&'p str>)> {
        let names: Vec<&str> = path.split("::").collect();
        (1..=names.len()).rev().find_map(|length| {
            let (module, _) = self.modules.get_key_value(&names[..length].join("::"))?;
            Some((module.as_str(), names[length..].to_vec()))
        })
    }
}

impl Module {
    fn read(folder: &Path, file: &Path) -> (String, Module) {
        let inside = file.strip_prefix(folder.join("src")).expect("the file is in the folder");
        let mut names = vec!["crate".to_owned()];
        names.extend(inside.with_extension("").iter().map(|name| name.to_string_lossy().into_owned()));
        if names.last().is_some_and(|last| ["lib", "main", "mod"].contains(&last.as_str())) {
            names.pop();
        }
        let text = fs::read_to_string(file).expect("a source file can be read");
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let shown = file.strip_prefix(root()).unwrap_or(file).display().to_string();
        let mut reader = Reader {
            path: names.clone(),
            module: Module {
                file: shown,
                imports: BTreeSet::new(),
                exports: BTreeMap::new(),
                types: Vec::new(),
            },
        };
        reader.visit_file(&parsed);
        (names.join("::"), reader.module)
    }
}

struct Reader {
    /// The path of the module that is read.
    path: Vec<String>,
    module: Module,
}

impl Reader {
    /// The full path of a `use`, where it is from this crate.
    fn full(&self, names: &[String]) -> Option<String> {
        let mut base = match names.first()?.as_str() {
            "crate" => return Some(names.join("::")),
            "self" => self.path.clone(),
            "super" => self.path[..self.path.len().checked_sub(1)?].to_vec(),
            _ => return None,
        };
        let mut rest = &names[1..];
        while rest.first().is_some_and(|name| name == "super") {
            base.pop();
            rest = &rest[1..];
        }
        base.extend(rest.iter().cloned());
        Some(base.join("::"))
    }

    fn add(&mut self, names: &[String], told_as: &str, is_export: bool) {
        // A re-export names a child without `self`.
        let full = self.full(names).or_else(|| {
            is_export.then(|| self.path.iter().chain(names).cloned().collect::<Vec<_>>().join("::"))
        });
        let Some(full) = full else { return };
        match is_export {
            true => _ = self.module.exports.insert(told_as.to_owned(), full),
            false => _ = self.module.imports.insert(full),
        }
    }

    fn leaves(&mut self, tree: &syn::UseTree, before: &mut Vec<String>, is_export: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.leaves(&path.tree, before, is_export);
                before.pop();
            }
            syn::UseTree::Name(name) if name.ident == "self" => {
                let told_as = before.last().cloned().unwrap_or_default();
                self.add(&before.clone(), &told_as, is_export);
            }
            syn::UseTree::Name(name) => {
                let told_as = name.ident.to_string();
                self.add(&[before.as_slice(), std::slice::from_ref(&told_as)].concat(), &told_as, is_export);
            }
            syn::UseTree::Rename(name) => {
                let names = [before.as_slice(), &[name.ident.to_string()]].concat();
                self.add(&names, &name.rename.to_string(), is_export);
            }
            syn::UseTree::Glob(_) => self.add(&before.clone(), "*", is_export),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.leaves(tree, before, is_export));
            }
        }
    }
}

/// Whether an item is there for tests only.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_test =
            |list: &syn::MetaList| list.path.is_ident("cfg") && list.tokens.to_string().contains("test");
        attribute.meta.require_list().is_ok_and(is_test)
    })
}

fn is_public(visibility: &syn::Visibility) -> bool {
    matches!(visibility, syn::Visibility::Public(_))
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a syn::Item) {
        let (attributes, public) = match item {
            syn::Item::Mod(item) => (&item.attrs, None),
            syn::Item::Use(item) => (&item.attrs, None),
            syn::Item::Struct(item) => (&item.attrs, is_public(&item.vis).then(|| item.ident.to_string())),
            syn::Item::Enum(item) => (&item.attrs, is_public(&item.vis).then(|| item.ident.to_string())),
            syn::Item::Trait(item) => (&item.attrs, is_public(&item.vis).then(|| item.ident.to_string())),
            syn::Item::Type(item) => (&item.attrs, is_public(&item.vis).then(|| item.ident.to_string())),
            _ => return syn::visit::visit_item(self, item),
        };
        if !is_for_tests(attributes) {
            self.module.types.extend(public);
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let is_export = !matches!(item.vis, syn::Visibility::Inherited);
        self.leaves(&item.tree, &mut Vec::new(), is_export);
    }
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            rust_files(&entry, files);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
}
