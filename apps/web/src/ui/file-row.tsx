import type { ReactNode } from 'react';
import './files.css';

type FileRowProps = {
  icon: ReactNode;
  name: string;
  under?: ReactNode;
  drawing?: ReactNode;
  /** What the file is, or why it is nothing. */
  title: string;
  action?: ReactNode;
  children?: ReactNode;
};

/** A file in a list of files. */
export function FileRow({ icon, name, under, drawing, title, action, children }: FileRowProps) {
  return (
    <li className="file-row text-sm">
      <span>{icon}</span>
      <div className="min-w-0">
        <b className="block truncate font-medium">{name}</b>
        {under && <span className="fig text-ink-2">{under}</span>}
      </div>
      <div className="is-drawing">{drawing}</div>
      <div className="is-result min-w-0">
        <b className="block font-semibold wrap-anywhere">{title}</b>
        {children}
      </div>
      <div className="is-result flex gap-1">{action}</div>
    </li>
  );
}
